import { useShortcutsSwitch } from '#lib/shortcuts.ts';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { Switch } from '#ui/switch.tsx';

const SHORTCUTS: readonly (readonly [keys: string, meaning: string])[] = [
  ['c', 'Create a post'],
  ['g p', 'Go to Posts'],
  ['g s', 'Go to Settings'],
  ['j', 'Next post'],
  ['k', 'Previous post'],
  ['Enter', 'Open the post'],
  ['?', 'Show these shortcuts'],
  ['F8', 'Go to the message on the screen'],
];

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useShortcutsSwitch();
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts" className="sm:w-[26rem]">
      <DialogBody>
        <dl className="divide-y">
          {SHORTCUTS.map(([keys, meaning]) => (
            <div
              key={keys}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1 text-sm"
            >
              <dt>{meaning}</dt>
              <dd className="flex gap-1">
                {keys.split(' ').map((key) => (
                  <kbd
                    key={key}
                    className="min-w-7 rounded-md border bg-sunken px-2 py-1 text-center font-sans text-xs"
                  >
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-4 text-sm font-medium">
          <label htmlFor="shortcuts-on">Use shortcuts</label>
          <Switch id="shortcuts-on" checked={on} onCheckedChange={setOn} />
        </div>
      </DialogBody>
    </Dialog>
  );
}
