// Elements in which keys type or choose.
export const TYPING =
  "input:not([type=range],[type=checkbox],[type=radio]),textarea,select,[contenteditable=true]," +
  "[role=textbox],[role=combobox],[role=listbox]";

// Return whether a pressed key may be a shortcut of the page.
export const isFree = (event) =>
  !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing &&
  !event.composedPath()[0].closest?.(`${TYPING},[role=dialog]:not([data-testid=stPopoverBody])`);

// The links of the navigation.
export const PAGES = "[data-testid=stTopNavLink],[data-testid=stSidebarNavLink]";
