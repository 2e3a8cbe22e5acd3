import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_signed-in/posts/$postId/history')({ component: HistoryScreen });

function HistoryScreen() {
  return <h1 className="text-2xl font-semibold">History</h1>;
}
