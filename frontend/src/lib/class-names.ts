/**
 * Joins class names. Two of them must not set the same property, because the order of the style sheet would decide between them. A default
 * that a caller may override is marked `by-default:` (`theme.css`). The specs fail on conflicting classes (`testing/one-class-wins.ts`).
 */
export { clsx as classNames } from 'clsx';
