let areAsked = false;

/** Notes that the user asked for the list of drafts by a button. */
export function noteDraftsAsked(): void {
  areAsked = true;
}

/** Returns, once, whether the user asked for the list of drafts by a button. */
export function takeDraftsAsked(): boolean {
  const were = areAsked;
  areAsked = false;
  return were;
}
