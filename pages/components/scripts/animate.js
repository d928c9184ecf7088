import { read, write } from "./shared.js";

const KEY = "merge-by-merge.motion";

export default function (root) {
  const box = root.querySelector("input");
  box.checked = read("localStorage", KEY) !== "off";
  box.onchange = () => write("localStorage", KEY, box.checked ? "" : "off");
  return {};
}
