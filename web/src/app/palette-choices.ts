import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type RecordKind } from '@plinth/api/entities'
import { minNameKeyword } from '@plinth/api/kernel/filters'
import { isAllowed, type SessionUser } from '@plinth/api/kernel/permissions'
import { searchRecords } from '@plinth/api/platform/record-search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import hindi from '../languages/hi.json?url'
import { call } from '../lib/call.ts'
import { words } from '../lib/format.ts'
import { type Language, language, languages, t } from '../lib/language.ts'
import { pickLanguage } from '../lib/language-pick.ts'
import { useSidebarNarrow } from '../lib/preference.ts'
import { useUser } from '../lib/session.ts'
import { schemes } from './HeaderMenus.tsx'
import { links } from './links.ts'
import { entryGroups } from './Sidebar.tsx'
import { useLogout } from './useLogout.ts'

/** One line of the palette: its label, a detail that distinguishes it, and its action. */
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

const screens = links.flatMap((slice) => slice.screens ?? [])
const beginnings = links.flatMap((slice) => slice.beginnings ?? [])
const openScreens = links.flatMap((slice) => slice.open ?? [])
const searches = links.flatMap(({ search }) => search ?? [])

/** Until a second factor is set up, only the user's own page is open. */
const permissionsOf = (user: SessionUser | null) => (user && !user.mustSetUpSecondFactor ? user.permissions : [])

function useScreens(): Choice[] {
  const user = useUser()
  const router = useRouter()
  const permissions = permissionsOf(user)
  const entries = entryGroups.flatMap(({ entries }) => entries.map((entry) => ({ ...entry, can: 'canView' as const })))
  const open = openScreens.filter(({ only }) => only !== (user ? 'guest' : 'signed-in'))
  const others = screens.filter(({ to }) => !entries.some((entry) => entry.to === to))
  const allowed = [...entries, ...others].filter(({ module, can }) => isAllowed({ module, can }, permissions))
  // One screen may have two names.
  return [...allowed, ...open].map(({ to, label }) => ({
    id: `${to} ${label}`,
    label,
    run: () => void router.navigate({ to }),
  }))
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

/** The texts in the other language, so that both names find a result. */
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

/** How well a name matches the typed text; 0 is no match. Each word is searched, best at the start of a word; initials match too. */
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

/** The records that match the typed text, once the typing pauses: a few of each type. */
function useRecords(typed: string) {
  const router = useRouter()
  const permissions = permissionsOf(useUser())
  const [keyword] = useDebouncedValue(typed.trim(), 250)
  const isAsked = keyword.length >= minNameKeyword && isAllowed(searchRecords.allow, permissions)
  const { data = [], isFetching } = useQuery({
    queryKey: ['palette', keyword],
    queryFn: ({ signal }) => call(searchRecords, { body: { keyword } }, { signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const recordsOf = (kind: RecordKind) => (isAsked && data.find((found) => found.kind === kind)?.records) || []
  const groups = searches.map(({ kind, title, path }) => ({
    title,
    choices: recordsOf(kind).map(({ id, name, detail, status }) => ({
      id: `${path}/${id}`,
      label: name ?? detail ?? words(status),
      ...(detail && { detail }),
      ...(status !== null && { status: words(status) }),
      run: () => void router.navigate({ to: `${path}/${id}` }),
    })),
  }))
  return { groups, isSearching: isFetching || (isAsked && keyword !== typed.trim()) }
}

/** All results for the typed text, in groups; without a text, everything except records. */
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
