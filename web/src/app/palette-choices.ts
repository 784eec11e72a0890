import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { filterContracts } from '@plinth/api/contracts'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { type Flag, isAllowed, type ModuleName, type SessionUser } from '@plinth/api/kernel/permissions'
import { filterProjects } from '@plinth/api/projects'
import { filterTasks, type TaskNode } from '@plinth/api/tasks'
import { filterTenants } from '@plinth/api/tenants'
import { filterUsers } from '@plinth/api/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import hindi from '../languages/hi.json?url'
import { call, useLogout } from '../lib/call.ts'
import { words } from '../lib/format.ts'
import { type Language, language, languages, t } from '../lib/language.ts'
import { pickLanguage } from '../lib/language-pick.ts'
import { useSidebarNarrow } from '../lib/preference.ts'
import { useUser } from '../lib/session.ts'
import { schemes } from './HeaderMenus.tsx'
import { entryGroups } from './Sidebar.tsx'

/** One line of the palette: what it is called, what tells it from others, and what choosing it does. */
export interface Choice {
  id: string
  label: string
  detail?: string
  status?: string
  run: () => void
}
interface Group {
  title: string
  choices: Choice[]
}

/** The screens that are no entry of the sidebar, and the flag that opens each. */
const screens: { to: string; label: string; module: ModuleName; can: Flag }[] = [
  { to: '/contracts/list', label: t('All contracts'), module: 'Contracts', can: 'canView' },
  { to: '/contracts/contract-deposit', label: t('Contract deposits'), module: 'Contracts', can: 'canView' },
  { to: '/contracts/deposit-register', label: t('Deposit register'), module: 'Contracts', can: 'canView' },
  { to: '/contracts/bulk-upload', label: t('Bulk upload of contracts'), module: 'Contracts', can: 'canCreate' },
  { to: '/project-tasks/bulk-upload', label: t('Upload tasks'), module: 'Project Tasks', can: 'canCreate' },
  { to: '/admin/user-roles-mapping', label: t('User roles'), module: 'UserRoleMapping', can: 'canView' },
]

const beginnings: { to: string; label: string; module: ModuleName }[] = [
  { to: '/contracts/create', label: t('New contract'), module: 'Contracts' },
  { to: '/projects/create', label: t('New project'), module: 'Projects' },
  { to: '/project-tasks/create', label: t('New task'), module: 'Project Tasks' },
  { to: '/admin/users/create', label: t('New user'), module: 'User' },
  { to: '/admin/roles/create', label: t('New role'), module: 'Role' },
  { to: '/admin/tenants/create', label: t('New tenant'), module: 'Tenants' },
  { to: '/admin/modules/create', label: t('New module'), module: 'Modules' },
]

const openPages = [
  { to: '/', label: t('Home') },
  { to: '/about', label: t('About') },
  { to: '/contact', label: t('Contact') },
]

/** Until a second factor is set up, only the own page is open. */
const permissionsOf = (user: SessionUser | null) => (user && !user.mustSetUpSecondFactor ? user.permissions : [])

function useScreens(): Choice[] {
  const user = useUser()
  const router = useRouter()
  const permissions = permissionsOf(user)
  const entries = entryGroups.flatMap(({ entries }) => entries.map((entry) => ({ ...entry, can: 'canView' as const })))
  const open = [...openPages, user ? { to: '/account', label: t('Your page') } : { to: '/login', label: t('Login') }]
  const allowed = [...entries, ...screens].filter(({ module, can }) => isAllowed({ module, can }, permissions))
  return [...allowed, ...open].map(({ to, label }) => ({ id: to, label, run: () => void router.navigate({ to }) }))
}

function useActions(onShortcuts: () => void): Choice[] {
  const user = useUser()
  const router = useRouter()
  const logout = useLogout()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [narrow, setNarrow] = useSidebarNarrow()
  const permissions = permissionsOf(user)
  const others = Object.entries(languages).filter(([name]) => name !== language)
  return [
    ...beginnings
      .filter(({ module }) => isAllowed({ module, can: 'canCreate' }, permissions))
      .map(({ to, label }) => ({ id: to, label, run: () => void router.navigate({ to }) })),
    ...schemes
      .filter(({ value }) => value !== colorScheme)
      .map(({ value, label }) => ({ id: value, label, run: () => setColorScheme(value) })),
    ...others.map(([name, label]) => ({
      id: name,
      label: t('Language: {name}', { name: label }),
      run: () => pickLanguage(name as Language),
    })),
    ...(user
      ? [
          {
            id: 'sidebar',
            label: narrow ? t('Widen the sidebar') : t('Narrow the sidebar'),
            run: () => setNarrow(!narrow),
          },
        ]
      : []),
    { id: 'shortcuts', label: t('Keyboard shortcuts'), run: onShortcuts },
    ...(user ? [{ id: 'logout', label: t('Logout'), run: () => void logout() }] : []),
  ]
}

/** The same texts in the language that the page does not speak, so that both names find a thing. */
function useOtherNames(typed: string): (label: string) => string {
  const { data = {} } = useQuery({
    queryKey: ['other names'],
    queryFn: async () => {
      const texts = (await (await fetch(hindi)).json()) as Record<string, string>
      return language === 'en' ? texts : Object.fromEntries(Object.entries(texts).map(([name, own]) => [own, name]))
    },
    enabled: language !== 'en' || /\p{Script=Devanagari}/u.test(typed),
    staleTime: Infinity,
  })
  return (label) => data[label] ?? ''
}

/** How well a name fits what is typed: 0 not at all. Each word is looked for, best at the start of one; so are initials. */
export function fit(typed: string, name: string): number {
  const wanted = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = name
    .toLocaleLowerCase()
    .split(/[\s\-/:,]+/)
    .filter(Boolean)
  const initials = found.map(([first]) => first).join('')
  if (wanted.length === 1 && wanted[0] && wanted[0].length > 1 && initials.startsWith(wanted[0])) return 2
  const scores = wanted.map((word) => {
    const at = found.findIndex((part) => part.startsWith(word))
    if (at >= 0) return 3 - Math.min(at, 5) / 10
    return found.some((part) => part.includes(word)) ? 1 : 0
  })
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0)
}

interface Found {
  id: string
  label: string
  detail?: string | null
  status?: string
}
interface Kind {
  title: string
  path: string
  call: Pick<Endpoint, 'allow'>
  /** The records whose name or number has this in it. */
  find: (typed: string, signal: AbortSignal) => Promise<Found[]>
}

const perKind = 4
const few = { pagination: { page: 0, size: perKind } }

/** Those with it in their name and those with it in their number, each once. */
async function either<T extends { id: string }>(...searches: Promise<T[]>[]): Promise<T[]> {
  const found = (await Promise.all(searches)).flat()
  return [...new Map(found.map((one) => [one.id, one])).values()].slice(0, perKind)
}

const flat = (tasks: readonly TaskNode[]): TaskNode[] => tasks.flatMap((task) => [task, ...flat(task.children)])

const kinds: Kind[] = [
  {
    title: t('Contracts'),
    path: '/contracts',
    call: filterContracts,
    async find(typed, signal) {
      const by = async (filter: object) =>
        (await call(filterContracts, { body: { ...filter, ...few } }, { signal })).content
      const found = await either(by({ contractName: typed }), by({ bidId: typed }))
      return found.map(({ id, contractName, bidId, status }) => ({
        id,
        label: contractName ?? bidId ?? words(status),
        detail: bidId,
        status: words(status),
      }))
    },
  },
  {
    title: t('Projects'),
    path: '/projects',
    call: filterProjects,
    async find(typed, signal) {
      const by = (filter: object) => call(filterProjects, { body: filter }, { signal })
      const found = await either(by({ projectName: typed }), by({ contractBidId: typed }))
      return found.map(({ id, projectName, contractBidId, status }) => ({
        id,
        label: projectName ?? contractBidId ?? words(status),
        detail: contractBidId,
        status: words(status),
      }))
    },
  },
  {
    title: t('Tasks'),
    path: '/project-tasks',
    call: filterTasks,
    async find(typed, signal) {
      const trees = await call(filterTasks, { body: { title: typed } }, { signal })
      return flat(trees)
        .filter(({ title }) => title.toLocaleLowerCase().includes(typed.toLocaleLowerCase()))
        .slice(0, perKind)
        .map(({ id, title, hierarchyPath, status }) => ({
          id,
          label: title,
          detail: hierarchyPath,
          status: words(status),
        }))
    },
  },
  {
    title: t('Users'),
    path: '/admin/users',
    call: filterUsers,
    async find(typed, signal) {
      const by = async (filter: object) =>
        (await call(filterUsers, { body: { ...filter, ...few } }, { signal })).content
      const found = await either(by({ username: typed }), by({ email: typed }))
      return found.map(({ id, username, email, designation, isActive }) => ({
        id,
        label: username,
        detail: email ?? designation,
        status: isActive ? t('Active') : t('Inactive'),
      }))
    },
  },
  {
    title: t('Tenants'),
    path: '/admin/tenants',
    call: filterTenants,
    async find(typed, signal) {
      const { content } = await call(filterTenants, { body: { name: typed, ...few } }, { signal })
      return content.map(({ id, name, subdomain, status }) => ({ id, label: name, detail: subdomain, status }))
    },
  },
]

const minLength = 3

/** The records that fit what is typed, once the typing pauses; a kind that cannot be searched is left out. */
function useRecords(typed: string) {
  const router = useRouter()
  const permissions = permissionsOf(useUser())
  const [keyword] = useDebouncedValue(typed.trim(), 250)
  const open = kinds.filter(({ call: { allow } }) => isAllowed(allow, permissions))
  const isAsked = keyword.length >= minLength && open.length > 0
  const { data = [], isFetching } = useQuery({
    queryKey: ['palette', keyword],
    queryFn: ({ signal }) => Promise.all(open.map((kind) => kind.find(keyword, signal).catch(() => []))),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const groups = open.map(({ title, path }, index) => ({
    title,
    choices: ((isAsked && data[index]) || []).map(({ id, label, detail, status }) => ({
      id: `${path}/${id}`,
      label,
      ...(detail && { detail }),
      ...(status && { status }),
      run: () => void router.navigate({ to: `${path}/${id}` }),
    })),
  }))
  return { groups, isSearching: isFetching || (isAsked && keyword !== typed.trim()) }
}

/** Everything that fits what is typed, in groups; everything there is but records while nothing is. */
export function useGroups(typed: string, onShortcuts: () => void) {
  const otherName = useOtherNames(typed)
  const { groups: records, isSearching } = useRecords(typed)
  const own = [
    { title: t('Screens'), choices: useScreens() },
    { title: t('Actions'), choices: useActions(onShortcuts) },
  ].map(({ title, choices }) => ({
    title,
    choices: choices
      .map((choice) => ({ choice, score: Math.max(fit(typed, choice.label), fit(typed, otherName(choice.label))) }))
      .filter(({ score }) => typed.trim() === '' || score > 0)
      .toSorted((one, other) => other.score - one.score)
      .map(({ choice }) => choice),
  }))
  const groups: Group[] = [...own, ...records].filter(({ choices }) => choices.length > 0)
  return { groups, isSearching }
}
