import { clsx, type ClassValue } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins classes; of two that set the same thing the later one wins. */
export const classNames = (...classes: ClassValue[]): string => twMerge(clsx(classes));
