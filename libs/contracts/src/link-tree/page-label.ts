/**
 * The host of a user's link page under the domain of such pages: the handle with `-` instead of `_`.
 * Host names have no underscore (RFC 1123, section 2.1). Null for a handle without a label: a label must not begin or end with a hyphen.
 * `xn--` is reserved for letters of other scripts (RFC 5890, section 2.3.2.1). Pages of such handles have only a URL on the host of the app.
 *
 * @param handle in lower case
 */
export function pageLabelOf(handle: string): string | null {
  if (!/^[a-z0-9](?:[a-z0-9_]*[a-z0-9])?$/u.test(handle)) return null;
  const label = handle.replaceAll('_', '-');
  return label.startsWith('xn--') ? null : label;
}

/** The handle of a label; null: no handle has it. Handles have no hyphen, so each label belongs to one handle at most. */
export function handleOfLabel(label: string): string | null {
  if (!/^[a-z0-9-]+$/u.test(label)) return null;
  const handle = label.replaceAll('-', '_');
  return pageLabelOf(handle) === label ? handle : null;
}
