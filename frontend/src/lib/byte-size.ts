const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** A size in decimal units: `120 MB`, `1.9 GB`. */
export function byteSize(bytes: number): string {
  if (bytes < GB) return `${String(Math.ceil(bytes / MB))} MB`;
  const size = bytes / GB;
  return `${Number.isInteger(size) ? String(size) : size.toFixed(1)} GB`;
}
