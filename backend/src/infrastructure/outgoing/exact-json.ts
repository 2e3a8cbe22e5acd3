import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { mayBeUnstorable, storableJson } from './storable-text.ts';

/** Several times the depth of any platform's response. Reading much deeper JSON would block the process for other users. */
const DEPTH_MAX = 64;
/** Whole numbers with fewer digits are exact. */
const LONG_DIGITS = 16;
const WHOLE = /^[1-9]\d*$/u;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Parses JSON and turns whole numbers past 2^53 into text with all their digits: platforms send such ids. Undefined when the text is not JSON, or
 * is nested deeper than 64 levels. Characters that a log cannot store are replaced; see `storable`.
 * @NOTE a reviver that reads the source of each number would be shorter. It blocked the process for half a second on a megabyte of zeros.
 */
export function exactJson(text: string): JsonValue | undefined {
  const exact = withLongNumbersAsText(text);
  if (exact === undefined) return undefined;
  try {
    const value = JSON.parse(exact) as JsonValue;
    return mayBeUnstorable(exact) ? storableJson(value) : value;
  } catch {
    return undefined;
  }
}

/** Reads each character once, whatever the input. Undefined: nested too deep. */
function withLongNumbersAsText(json: string): string | undefined {
  const pieces: string[] = [];
  let taken = 0;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(json, at);
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) depth += 1;
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1;
    else if (isOfNumber(sign)) {
      const end = endOfNumber(json, at);
      if (end - at >= LONG_DIGITS && isInexact(json.slice(at, end))) {
        pieces.push(json.slice(taken, at), '"', json.slice(at, end), '"');
        taken = end;
      }
      at = end - 1;
    }
    if (depth > DEPTH_MAX) return undefined;
  }
  return pieces.length === 0 ? json : pieces.join('') + json.slice(taken);
}

/** The index of the closing quote of the string that begins at `from`; the end of the input when there is none. */
function endOfText(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) return at;
    if (sign === BACKSLASH) at += 1;
  }
  return json.length;
}

function endOfNumber(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && isOfNumber(json.charCodeAt(at))) at += 1;
  return at;
}

/** Digits, signs, dot and exponent. The `e` of a word counts too, and is skipped like the rest of the word. */
const isOfNumber = (sign: number): boolean =>
  (sign >= 0x30 && sign <= 0x39) ||
  sign === 0x2d ||
  sign === 0x2b ||
  sign === 0x2e ||
  sign === 0x45 ||
  sign === 0x65;

const isInexact = (number: string): boolean => WHOLE.test(number) && !Number.isSafeInteger(Number(number));
