/**
 * Whether the key belongs to an input method, which Chinese, Japanese and Korean use: Enter then chooses characters, and Escape discards them. The
 * browser reports such keys to the page too.
 */
export const isComposing = (event: Readonly<{ nativeEvent: Event }>): boolean =>
  event.nativeEvent instanceof KeyboardEvent && event.nativeEvent.isComposing;
