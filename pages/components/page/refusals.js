// Why the server refused a file, in words: Streamlit shows the error of its HTTP library.
const WHY = {
  400: "The server knows this page no longer. Reload it and open the file again.",
  403: "The file was refused, as the browser sent no cookie of this site. Allow it cookies and reload.",
  408: "The file took too long. Open it again where the connection is faster.",
  413: "This is one file too many, or too large a one. Remove another file and open it again.",
  507: "The server has no room for this file now. Try again in a few minutes.",
};
const LOST = "The file did not arrive. Open it again once the connection is back.";
const watched = new WeakSet();

function explain(uploader) {
  for (const alert of uploader.querySelectorAll("[role=alert]")) {
    if (!alert.textContent.includes("AxiosError")) continue;
    const status = /status code (\d+)/.exec(alert.textContent)?.[1];
    alert.textContent = WHY[status] ?? LOST;
  }
}

function watch(uploader) {
  if (!uploader || watched.has(uploader)) return;
  watched.add(uploader);
  const changes = { childList: true, subtree: true, characterData: true };
  new MutationObserver(() => explain(uploader)).observe(uploader, changes);
  explain(uploader);
}

const UPLOADER = "[data-testid=stFileUploader]";
document.querySelectorAll(UPLOADER).forEach(watch);
for (const kind of ["change", "drop"]) {
  document.addEventListener(kind, ({ target }) => watch(target.closest?.(UPLOADER)), true);
}
