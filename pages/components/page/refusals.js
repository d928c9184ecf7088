// Explain why the server refused a file, in place of Streamlit's error from its HTTP library. The
// sentences come from Python: `refusals` by status, and `lost` for any other failure.
export const sentences = { refusals: {}, lost: "" };

new MutationObserver(() => {
  for (const alert of document.querySelectorAll(".stFileUploader [role=alert]")) {
    if (!alert.textContent.includes("AxiosError")) continue;
    const status = /status code (\d+)/.exec(alert.textContent)?.[1];
    alert.textContent = sentences.refusals[status] ?? sentences.lost;
  }
}).observe(document, { childList: true, subtree: true, characterData: true });
