import { isAllowed, type SessionUser } from '@plinth/api/kernel/permissions'

/** The modules whose screens work on site. */
const modules = ['Project Tasks', 'Measurement Book'] as const

/** For users who work on site: has the browser cache the files of their screens, so that they open without a connection. */
export function keepShell({ permissions }: SessionUser): void {
  if (!modules.some((module) => isAllowed({ module, can: 'canView' }, permissions))) return
  // Missing on plain http, and in browsers that store nothing.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  void workers?.register('/sw.js').catch(() => undefined)
}
