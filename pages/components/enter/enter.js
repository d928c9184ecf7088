// Enter in the field for tokens presses Check.
export default function () {
  if (window.mergeByMergeEnter) return;
  window.mergeByMergeEnter = true;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.closest?.(".st-key-predict_field")) return;
    setTimeout(() => document.querySelector(".st-key-predict_check button")?.click(), 50);
  });
}
