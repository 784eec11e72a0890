/** A script that a screen begins with, and where it does. */
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
 * What the screens that work on site begin with. They are opened on slow lines, where each script that names the next one costs
 * a journey there and back: these are fetched together with that of the product.
 */
export function beginningsOf(path: string, query: URLSearchParams): Beginning[] {
  if (path === '/project-tasks' || path === '/project-tasks/list') return query.get('view') ? list : [...list, ...tree]
  if (/^\/project-tasks\/(?:create|[\da-f-]{36}(?:\/edit)?)$/.test(path)) return form
  return []
}
