let isRequested = false;

/** Notes that the user asked for the list of drafts by a button. */
export function noteDraftsAsked(): void {
  isRequested = true;
}

/** Returns, once, whether the user asked for the list of drafts by a button. */
export function takeDraftsAsked(): boolean {
  const wasRequested = isRequested;
  isRequested = false;
  return wasRequested;
}
