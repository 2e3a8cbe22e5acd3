/** While `mustAsk` returns true, the browser asks the user before it closes or leaves the page. Returns a function that ends this. */
export function askBeforeLeaving(mustAsk: () => boolean): () => void {
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (mustAsk()) event.preventDefault();
  };
  globalThis.addEventListener('beforeunload', onBeforeUnload);
  return () => {
    globalThis.removeEventListener('beforeunload', onBeforeUnload);
  };
}
