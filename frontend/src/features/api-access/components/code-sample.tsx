import { CopyButton } from './copy-button.tsx';

/** Lines to copy, under what they are. They scroll sideways by themselves, with the keyboard too. */
export const CodeSample = ({ title, code }: Readonly<{ title: string; code: string }>) => (
  <figure className="mt-2 overflow-hidden rounded-xl border bg-sunken">
    <figcaption className="flex flex-wrap items-center justify-between gap-x-2 border-b pl-3">
      <code className="min-w-0 text-xs">{title}</code>
      <CopyButton variant="quiet" className="ml-auto" text={code} of={title} />
    </figcaption>
    <pre tabIndex={0} role="group" aria-label={title} className="overflow-x-auto p-3 text-xs">
      <code>{code}</code>
    </pre>
  </figure>
);
