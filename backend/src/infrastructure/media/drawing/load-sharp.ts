/** sharp for a drawing process: it uses one thread and keeps nothing in memory. The product itself never decodes a picture. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
