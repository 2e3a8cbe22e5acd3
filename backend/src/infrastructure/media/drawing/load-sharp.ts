/**
 * sharp, as `drawing-places` counts on it. It comes with the first picture: its native part takes a tenth of a start, and a
 * process that never draws does without its memory.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // A picture takes one thread, and nothing of it stays in memory.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
