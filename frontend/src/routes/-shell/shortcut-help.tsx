import { useShortcutsSwitch } from '#lib/shortcuts.ts';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { Switch } from '#ui/switch.tsx';
import { APP_TEXT } from './messages.en.ts';
import { SHORTCUT_TEXT as TEXT } from './shortcut-help.en.ts';

const SHORTCUTS: readonly (readonly [keys: string, meaning: string])[] = [
  ['c', TEXT.create],
  ['g p', TEXT.toPosts],
  ['g l', TEXT.toCalendar],
  ['g i', TEXT.toInbox],
  ['g s', TEXT.toSettings],
  ['j', TEXT.next],
  ['k', TEXT.previous],
  ['Enter', TEXT.open],
  ['x', TEXT.choose],
  ['X', TEXT.toChosen],
  ['→', TEXT.toDetails],
  ['Esc', TEXT.toList],
  ['← → ↑ ↓', TEXT.toCell],
  ['Space', TEXT.grab],
  ['t', TEXT.today],
  ['m', TEXT.month],
  ['w', TEXT.week],
  ['d', TEXT.day],
  ['r', TEXT.reply],
  ['e', TEXT.read],
  ['u', TEXT.new],
  ['a', TEXT.suggest],
  ['h', TEXT.hide],
  ['Ctrl Enter', TEXT.send],
  ['?', TEXT.help],
  ['F8', TEXT.toMessage],
];

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useShortcutsSwitch();
  return (
    <Dialog open onOpenChange={onClose} title={APP_TEXT.shortcuts} className="sm:w-[26rem]">
      <DialogBody>
        {/* At the top, because the dialog scrolls to the control with the focus. */}
        <div className="mb-2 flex flex-wrap items-center justify-between gap-4 text-sm font-medium">
          <label htmlFor="shortcuts-on">{TEXT.use}</label>
          <Switch data-autofocus id="shortcuts-on" checked={on} onCheckedChange={setOn} />
        </div>
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
      </DialogBody>
    </Dialog>
  );
}
