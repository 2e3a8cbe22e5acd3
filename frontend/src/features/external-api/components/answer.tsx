/** The response of a receiver, which is untrusted text. */
export const Answer = ({ label, text }: Readonly<{ label: string; text: string }>) => (
  <pre
    tabIndex={0}
    role="group"
    aria-label={label}
    className="mt-1 max-h-40 overflow-auto rounded-xl bg-sunken p-3 text-xs break-all whitespace-pre-wrap"
  >
    {text}
  </pre>
);
