import { MOTION, read, write } from "./shared.js";

export default function (root) {
  const box = root.querySelector("input");
  box.checked = read("localStorage", MOTION) !== "off";
  box.onchange = () => write("localStorage", MOTION, box.checked ? "" : "off");
  return {};
}
