import { createFileRoute } from '@tanstack/react-router';
import { PostsScreen } from './-posts-screen.tsx';

export const Route = createFileRoute('/_signed-in/')({ component: PostsScreen });
