// Return the link to the screen: the address, which is always one, with the language of the page.
export function here() {
  const url = new URL(location.href), { linked } = document.documentElement.dataset;
  url.hash = "";
  if (linked && url.searchParams.get("lang") !== linked) url.searchParams.set("lang", linked);
  return url;
}
