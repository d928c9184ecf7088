// Random cases that are the same in every run.

// Yield `count` generators of numbers from 0 to 1, each with another seed.
export function* cases(count) {
  for (let seed = 1; seed <= count; seed++) {
    let state = seed * 2654435761; // linear congruential, modulo 2^32
    yield () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
  }
}

// Return one of some values.
export const randomly = (random, values) => values[Math.floor(random() * values.length)];
