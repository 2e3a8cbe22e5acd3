/** Rejects where the browser does not let us: there is no clipboard where the page came over plain http. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
