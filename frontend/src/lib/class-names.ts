import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

// The names that theme.css adds to Tailwind's own.
const merge = extendTailwindMerge({ extend: { theme: { spacing: ['side', 'thumb'] } } });

/** Joins classes; of two that set the same thing the later one wins. */
export const classNames = (...classes: ClassValue[]): string => merge(clsx(classes));
