/** Rejects when the browser refuses. A page over plain http has no clipboard. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
