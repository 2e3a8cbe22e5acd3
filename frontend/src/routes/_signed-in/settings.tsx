import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_signed-in/settings')({ component: SettingsScreen });

function SettingsScreen() {
  return <h1 className="text-2xl font-semibold">Settings</h1>;
}
