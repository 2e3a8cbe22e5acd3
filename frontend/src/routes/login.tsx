import { BRAND } from '@posthorn/contracts/shared/brand';
import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/login')({
  validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  component: LoginScreen,
});

function LoginScreen() {
  return (
    <main className="mx-auto max-w-md px-6 py-16">
      <h1 className="text-2xl font-semibold">Sign in to {BRAND.name}</h1>
    </main>
  );
}
