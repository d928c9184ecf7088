// A phone in a room. It shows the view that the server sends. A tap shows at once, and counts when the
// server has answered. All text is inserted as text, never as HTML.
import { pen, points } from "../../components/scripts/line.js";
import { read, write } from "../../components/scripts/shared.js";

const find = (id) => document.getElementById(id);
const words = document.body.dataset;
const SPEAKS = { "Accept-Language": document.documentElement.lang }; // the language of refusals
const LETTERS = "ABCDEF";
const STORED = "merge-by-merge:room";
const PATIENCE = 8_000; // ms for an answer
const POLL = 2_000; // ms until the phone asks again, on average: a whole class at once would delay votes
const HANDLES = 8; // of a drawn line, after its start at the top
const HIGHEST = 9;

let room = null; // { code, voter, joins, rejoined }
let shown = null; // the last view from the server
let answered = 0; // votes that the server has answered
let wanted = null; // a vote that the server has not answered yet
let sending = false;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const poll = () => pause(POLL * (0.5 + Math.random()));

// Storage: the last room and the voter id in it.

const remembered = (code) => {
  const [known, voter] = (read("localStorage", STORED) ?? "").split(" ");
  return known === code && voter ? voter : "";
};

const remember = (code, voter) => write("localStorage", STORED, `${code} ${voter}`);

// Requests. The error of a refused one has a sentence and a status.

const request = async (path, options) => {
  const headers = { ...SPEAKS, ...options.headers };
  const response = await fetch(path, { ...options, headers, signal: AbortSignal.timeout(PATIENCE) });
  if (response.ok) return await response.json();
  const { error } = (await response.json().catch(() => null)) ?? {}; // a proxy may send something else
  throw typeof error === "string" ? Object.assign(new Error(error), { status: response.status }) : new Error();
};

const post = (path, data) => {
  const headers = { "Content-Type": "application/json" };
  return request(path, { method: "POST", headers, body: JSON.stringify(data) });
};

// The screen.

const made = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

const trouble = (text) => {
  if (find("trouble").textContent !== text) find("trouble").textContent = text;
};

const announce = (...texts) => find("news").replaceChildren(...texts.map((text) => made("p", text)));

const say = (text, alone = false) => {
  find("said").textContent = text;
  find("said").classList.toggle("alone", alone);
};

const option = (text, at, seen) => {
  const open = seen.phase === "open";
  const row = document.createElement(open ? "button" : "div");
  row.className = "option";
  row.append(made("b", LETTERS[at]), " ", made("span", text));
  if (open) {
    row.type = "button";
    row.addEventListener("click", () => vote(at));
    return row;
  }
  const right = seen.right.includes(at);
  const mine = seen.mine === at;
  row.classList.add(right ? "right" : mine ? "mine" : "other");
  if (mine) row.append(" ", made("small", right ? words.mine : `✗ ${words.mine}`));
  if (right) row.append(" ", made("small", `✓ ${words.correct}`));
  return row;
};

const questionOf = ({ number, round, phase }) => [number, round, phase].join();

const isFor = (vote, seen) => questionOf({ ...vote, phase: "open" }) === questionOf(seen);

// A drawn line is voted for as a number: the digits of its heights.

const drawing = pen(find("field"), find("handle"), {
  handles: HANDLES, highest: HIGHEST, step: 1, isOpen: () => shown.phase === "open", show: () => draw(),
});

const digits = () => Number(drawing.line.heights.slice(1).join(""));

const beginLine = ({ axes, mine }) => {
  const heights = mine === null ? Array(HANDLES).fill(HIGHEST) : [...String(mine).padStart(HANDLES, "0")].map(Number);
  drawing.line = { heights: [HIGHEST, ...heights], reached: mine === null ? 0 : HANDLES };
  drawing.at = 1;
  const [counted, top, along, first, last] = axes;
  const texts = [counted, top, 0, first, along, last];
  for (const [i, span] of [...find("line").querySelectorAll("span")].entries()) span.textContent = texts[i];
};

const drawLine = () => {
  const { at, line: { heights, reached } } = drawing;
  const [counted, , along] = shown.axes;
  const [rest, mine] = find("field").querySelectorAll("polyline");
  rest.setAttribute("points", points(heights, reached, HANDLES, HIGHEST));
  mine.setAttribute("points", points(heights, 0, reached, HIGHEST));
  const handle = find("handle");
  handle.hidden = shown.phase !== "open";
  handle.style.left = `${(100 * at) / HANDLES}%`;
  handle.style.bottom = `${(100 * heights[at]) / HIGHEST}%`;
  const percent = (part, all) => `${Math.round((100 * part) / all)} %`;
  handle.ariaValueNow = heights[at];
  handle.ariaValueText = `${along} ${percent(at, HANDLES)}, ${counted} ${percent(heights[at], HIGHEST)}`;
  const button = find("line").querySelector("button");
  button.hidden = shown.phase !== "open";
  button.disabled = !reached || Boolean(wanted) || digits() === shown.mine;
};

const draw = () => {
  const seen = shown;
  const asked = seen.phase === "open" || seen.phase === "revealed";
  find("enter").hidden = true;
  find("room").hidden = !asked;
  if (!asked) {
    say(seen.phase === "over" ? words.over : words.waiting, true);
    return;
  }
  const options = find("options");
  if (options.dataset.question !== questionOf(seen)) {
    options.dataset.question = questionOf(seen);
    const held = find("room").contains(document.activeElement);
    find("title").textContent = seen.title;
    options.replaceChildren(...seen.options.map((text, at) => option(text, at, seen)));
    if (seen.axes.length) beginLine(seen);
    if (held) find("title").focus();
    scrollTo(0, 0);
  }
  const chosen = wanted ? wanted.option : seen.mine;
  const isLine = seen.axes.length > 0;
  options.hidden = isLine;
  find("line").hidden = !isLine;
  if (isLine) drawLine();
  find("verdict").hidden = seen.phase === "open" || (isLine && seen.mine !== null);
  if (seen.phase === "open") {
    for (const [at, each] of [...options.children].entries()) each.setAttribute("aria-pressed", at === chosen);
    const isAgain = seen.round > 1 && seen.mine === null;
    const unanswered = isAgain ? words.again : isLine ? words.draw : words.choose;
    const isOther = isLine && drawing.line.reached && digits() !== seen.mine;
    const isExercise = !isLine && !seen.options.length; // it is done in the app, not here
    say(isExercise ? "" : wanted ? words.sending : seen.mine === null || isOther ? unanswered : words.voted);
  } else {
    const right = seen.right.includes(seen.mine);
    find("verdict").textContent = seen.mine === null ? words.none : right ? words.right : words.wrong;
    find("verdict").className = seen.mine === null ? "" : right ? "right" : "wrong";
    say(words.waiting);
  }
};

const show = (seen, voted = false) => {
  if (shown && seen.version < shown.version) return;
  const before = shown;
  shown = seen;
  if (wanted && !isFor(wanted, seen)) wanted = null;
  draw();
  trouble("");
  const said = find("said").textContent;
  if (!before || questionOf(before) !== questionOf(seen)) {
    const asked = seen.phase === "open" ? [seen.title] : [];
    const right = seen.phase === "revealed" ? seen.right.map((at) => seen.options[at]) : [];
    const verdict = seen.phase === "revealed" && !find("verdict").hidden ? [find("verdict").textContent] : [];
    announce(...asked, ...verdict, ...(right.length ? [words.correct, ...right] : []), said);
  } else if (voted) {
    announce(said);
  }
  if (seen.successor) join(seen.successor);
  else if (seen.phase === "over") close();
};

const close = () => {
  if (room) remember(room.code, "");
  const address = new URL(location);
  address.searchParams.delete("code");
  history.replaceState(null, "", address);
  find("code").value = "";
  enter();
  say(words.over, true);
  announce(words.over);
};

const enter = (sentence = "") => {
  room = wanted = null;
  find("enter").hidden = false;
  find("room").hidden = true;
  say("");
  trouble(sentence);
  find("code").focus();
};

// Votes are sent one at a time; the last tap counts.

const vote = (option) => {
  wanted = { number: shown.number, round: shown.round, option };
  draw();
  send();
};

const send = async () => {
  if (sending) return;
  sending = true;
  while (wanted && room) {
    const mine = wanted;
    try {
      const seen = await post(`join/${room.code}/vote`, { voter: room.voter, ...mine });
      if (wanted === mine) wanted = null;
      answered += 1;
      if (room) show(seen, true);
    } catch (error) {
      const status = error.status ?? 0;
      if (status === 429 || status >= 500 || !status) {
        trouble(status ? error.message : words.lost);
        await poll();
        continue;
      }
      wanted = null;
      if (shown) draw();
      if (status === 403 || status === 404) look();
      else if (shown && isFor(mine, shown)) trouble(error.message);
    }
  }
  sending = false;
};

// The view. The phone asks again and again, and at once when it may have missed something.

// Join, if the phone has not joined yet, and show the view.
const look = async () => {
  const mine = room;
  if (!mine) return;
  let voter = "";
  try {
    if (!mine.voter) {
      mine.joins ??= post(`join/${mine.code}`, {}); // only once, however often the phone asks
      mine.voter = (await mine.joins).voter;
      remember(mine.code, mine.voter);
    }
    voter = mine.voter;
    const before = answered;
    const options = { headers: { "X-Room-Voter": voter }, cache: "no-store" };
    const seen = await request(`join/${mine.code}/view`, options);
    if (mine !== room) return;
    mine.rejoined = false;
    if (answered === before) show(seen); // else the view may be older than the last vote
  } catch (error) {
    if (mine === room && voter === mine.voter) failed(error);
  }
};

// Handle an error. The request is tried again, unless the phone leaves the room.
const failed = (error) => {
  const status = error.status ?? 0;
  const joined = Boolean(room.voter);
  room.joins = null;
  if (!status || (joined && (status === 429 || status >= 500))) {
    trouble(status ? error.message : words.lost);
  } else if (joined && status === 404) {
    close();
  } else if (joined && status === 403 && !room.rejoined) {
    shown = null;
    remember(room.code, "");
    Object.assign(room, { voter: "", rejoined: true });
    look();
  } else {
    enter(error.message);
  }
};

// The address has the room's code, so a reload returns to the room.

const join = (typed) => {
  const code = typed.replace(/[\s·.–-]+/g, "").toUpperCase();
  if (!/^[A-Z0-9]{1,20}$/.test(code)) {
    enter(words.code);
    return;
  }
  const address = new URL(location);
  address.searchParams.set("code", code);
  history.replaceState(null, "", address);
  find("code").value = code;
  room = { code, voter: remembered(code) };
  shown = wanted = null;
  delete find("options").dataset.question; // the other room may have asked one of the same number
  find("enter").hidden = true;
  trouble("");
  say(words.connecting, true);
  look();
};

find("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  join(find("code").value);
});
addEventListener("online", look);
addEventListener("offline", () => room && trouble(words.lost));
document.addEventListener("visibilitychange", () => !document.hidden && room?.voter && look());

find("line").addEventListener("submit", (event) => {
  event.preventDefault();
  vote(digits());
});

const given = new URLSearchParams(location.search).get("code");
if (given) join(given);
else enter();
for (;;) {
  await poll();
  await look();
}
