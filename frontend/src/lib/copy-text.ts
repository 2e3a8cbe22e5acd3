/** Copies a text to the clipboard. Rejects if the browser refuses, or on a page over plain http, which has no clipboard. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
