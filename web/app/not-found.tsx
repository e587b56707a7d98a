import { data } from 'react-router';
import { NotFoundPage } from './error-page.tsx';

/** Any other path gets the screen with status 404. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <NotFoundPage />;
}
