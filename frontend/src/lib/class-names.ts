/**
 * Joins classes. None may set what another of them sets: the order of the style sheet would say which of them wins. What a caller may
 * set otherwise is marked `by-default:` (`theme.css`); the specs fail where two classes meet (`testing/one-class-wins.ts`).
 */
export { clsx as classNames } from 'clsx';
