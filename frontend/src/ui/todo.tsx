import CircleAlert from 'lucide-react/icons/circle-alert';

/** A task that the user still has to do at a control. */
export function Todo({ id, message }: { id?: string; message: string | undefined }) {
  if (!message) return null;
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-failed">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="first-letter:uppercase">{message}</span>
    </p>
  );
}
