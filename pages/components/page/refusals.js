// Explain why the server refused a file, in place of Streamlit's error from its HTTP library. The
// sentences come from Python: `refusals` by status, and `lost` for any other failure.
export const sentences = { refusals: {}, lost: "" };
const watched = new WeakSet();

function explain(uploader) {
  for (const alert of uploader.querySelectorAll("[role=alert]")) {
    if (!alert.textContent.includes("AxiosError")) continue;
    const status = /status code (\d+)/.exec(alert.textContent)?.[1];
    alert.textContent = sentences.refusals[status] ?? sentences.lost;
  }
}

function watch(uploader) {
  if (!uploader || watched.has(uploader)) return;
  watched.add(uploader);
  const changes = { childList: true, subtree: true, characterData: true };
  new MutationObserver(() => explain(uploader)).observe(uploader, changes);
  explain(uploader);
}

const UPLOADER = ".stFileUploader";
document.querySelectorAll(UPLOADER).forEach(watch);
for (const kind of ["change", "drop"]) {
  document.addEventListener(kind, ({ target }) => watch(target.closest?.(UPLOADER)), true);
}
