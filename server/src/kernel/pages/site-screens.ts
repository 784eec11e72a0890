/** A script that a screen needs first, and the media query for which it does. */
export interface Beginning {
  source: string
  media?: string
}

const dock = { source: 'src/app/Dock.tsx' }

const list: Beginning[] = [{ source: 'src/works/tasks/TaskSearch.tsx' }, dock]
const tree: Beginning[] = [
  { source: 'src/works/tasks/TaskTree.tsx' },
  { source: 'src/works/tasks/SiteCard.tsx', media: '(max-width: 640px)' },
]
const form: Beginning[] = [{ source: 'src/works/tasks/TaskForm.tsx' }, dock]

/**
 * The first scripts of the screens for work on site. These are opened on slow connections, where each script that names
 * the next one costs a round trip, so they are preloaded together with the product's own.
 */
export function beginningsOf(path: string, query: URLSearchParams): Beginning[] {
  if (path === '/project-tasks' || path === '/project-tasks/list') return query.get('view') ? list : [...list, ...tree]
  if (/^\/project-tasks\/(?:create|[\da-f-]{36}(?:\/edit)?)$/.test(path)) return form
  return []
}
