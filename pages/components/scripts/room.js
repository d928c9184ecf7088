// Polls the room's counts, and counts hands. From Python, data has
//   code, key      the room's code and key; without a key it does not poll
//   counts         the path of the counts
//   now            the counts of the last run: the number of phones in the room ("joined") and of their
//                  votes in the round ("votes"); with the hands, the number of votes ("answered") and of
//                  the right ones ("right"; null if none can be right)
//   results        whether to show how many are right
//   asked          whether a question is open
//   turn           the name of the round
//   hands          the hands that Python has counted in it, one number for each option
//   heard          the number of the newest report that Python has handled
// Words are in data- attributes of the HTML.

import { isFree } from "./shared.js";

const PAUSE = 250; // ms between polls
const MOST = 999;
const LETTERS = "ABCDEF";

export default function (root) {
  const box = root.querySelector(".room-live"), words = box.dataset;
  const count = box.querySelector(".room-count"), group = box.querySelector(".room-hands");
  const listening = new AbortController();
  let data = null, now = {}, gone = "";
  let turn = null, hands = [], seq = 0, timer = 0;

  const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);

  function draw() {
    const raised = hands.reduce((sum, each) => sum + each, 0);
    const isGraded = data.results && now.right !== null;
    const answered = data.results ? now.answered : now.votes + raised;
    const text = !(isGraded ? answered : data.asked) ? words.here
      : isGraded ? words.right : now.joined && !raised ? words.share : words.votes;
    const said = fill(text, { ...now, answered });
    if (count.textContent !== said) count.textContent = said;
    count.hidden = !data.asked && !data.key;
    group.hidden = !data.asked || !hands.length;
    for (const [i, hand] of [...group.querySelectorAll(".room-hand")].entries()) {
      hand.querySelector("output").textContent = hands[i];
      hand.querySelector("[data-by='-1']").disabled = !hands[i];
    }
  }

  function build() {
    for (const each of group.querySelectorAll(".room-hand")) each.remove();
    for (const [i] of hands.entries()) {
      const hand = box.querySelector("template").content.firstElementChild.cloneNode(true);
      hand.querySelector("b").textContent = LETTERS[i];
      for (const button of hand.querySelectorAll("button")) {
        button.ariaLabel = fill(button.ariaLabel, { letter: LETTERS[i] });
        button.addEventListener("click", (event) => {
          raise(i, Number(button.dataset.by));
          if (event.detail) button.blur(); // after a click, Enter shows the answer
        });
        button.addEventListener("keydown", (event) => {
          if (event.key === "Enter") event.stopPropagation(); // it presses only this button
        });
      }
      group.append(hand);
    }
  }

  function raise(i, by) {
    if (!data.asked || i >= hands.length) return;
    const value = Math.min(Math.max(hands[i] + by, 0), MOST);
    if (value === hands[i]) return;
    hands[i] = value;
    seq = Math.max(seq + 1, Date.now());
    draw();
    self.set("hands", { turn, counts: [...hands], seq });
  }

  // A digit key of the upper row, whatever character the keyboard writes there with Shift.
  document.addEventListener("keydown", (event) => {
    const digit = /^(?:Digit|Numpad)([1-6])$/.exec(event.code);
    if (!digit || !data?.asked || !isFree(event)) return;
    event.preventDefault();
    raise(Number(digit[1]) - 1, event.shiftKey ? -1 : 1);
  }, { signal: listening.signal });

  async function poll() {
    const asked = data;
    if (asked.key && asked.code !== gone) {
      try {
        const answer = await fetch(new URL(asked.counts, location.origin), {
          headers: { "X-Room-Key": asked.key }, cache: "no-store",
        });
        if (answer.status === 403 || answer.status === 404) gone = asked.code;
        const counts = answer.ok ? await answer.json() : now;
        if (data.key && data.turn === asked.turn) now = counts;
        draw();
      } catch { /* the next answer may come */ }
    }
    if (!listening.signal.aborted) timer = setTimeout(poll, PAUSE);
  }

  const self = {
    receive(news) {
      const isFirst = !data;
      data = news;
      const isLate = turn === news.turn && seq > news.heard; // a key was pressed after Python's report
      if (!isLate) {
        const isOther = turn !== news.turn || hands.length !== news.hands.length;
        turn = news.turn;
        hands = [...news.hands];
        if (isOther) build();
      }
      now = news.now;
      draw();
      if (isFirst) poll();
    },
    stop() {
      listening.abort();
      clearTimeout(timer);
    },
  };
  return self;
}
