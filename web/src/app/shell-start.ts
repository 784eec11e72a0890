import { isAllowed, type SessionUser } from '@plinth/api/kernel/permissions'

/** The modules whose screens work on site. */
const modules = ['Project Tasks', 'Measurement Book'] as const

/** Of whoever works on site: has the browser keep what their screens are made of, so that they open without a line. */
export function keepShell({ permissions }: SessionUser): void {
  if (!modules.some((module) => isAllowed({ module, can: 'canView' }, permissions))) return
  // Not there on plain http, nor where the browser keeps nothing.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  void workers?.register('/sw.js').catch(() => undefined)
}
