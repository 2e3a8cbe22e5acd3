const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** Formats a size as `120 MB` or `1.9 GB`, in units of 1024. Rounds megabytes up. */
export function byteSize(bytes: number): string {
  if (bytes < GB) return `${String(Math.ceil(bytes / MB))} MB`;
  const size = bytes / GB;
  return `${Number.isInteger(size) ? String(size) : size.toFixed(1)} GB`;
}
