import { isAllowed, type SessionUser } from '@plinth/api/kernel/permissions'

/** Of whoever works on the tasks: has the browser keep what their screens are made of, so that they open without a line. */
export function keepShell({ permissions }: SessionUser): void {
  if (!isAllowed({ module: 'Project Tasks', can: 'canView' }, permissions)) return
  // Not there on plain http, nor where the browser keeps nothing.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  void workers?.register('/sw.js').catch(() => undefined)
}
