import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';
import { fieldLook } from './input.tsx';

/** A text field that grows with its text, if the browser supports this. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      className={classNames(
        fieldLook,
        'field-sizing-content h-auto max-h-96 by-default:min-h-32 resize-y py-2.5',
        className,
      )}
      {...props}
    />
  );
}
