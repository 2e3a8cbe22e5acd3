import { CopyButton } from './copy-button.tsx';

/** Lines to copy, under what they are. What is too long goes on in the next line, and is copied as one. */
export const CodeSample = ({ title, code }: Readonly<{ title: string; code: string }>) => (
  <figure className="mt-2 overflow-hidden rounded-xl border bg-sunken">
    <figcaption className="flex flex-wrap items-center justify-between gap-x-2 border-b pl-3">
      <code className="min-w-0 text-xs">{title}</code>
      <CopyButton variant="quiet" className="ml-auto" text={code} of={title} />
    </figcaption>
    <pre className="p-3 text-xs wrap-anywhere whitespace-pre-wrap">
      <code>{code}</code>
    </pre>
  </figure>
);
