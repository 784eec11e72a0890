import { useLocalStorage, useMediaQuery } from '@mantine/hooks'

/**
 * A choice that this browser stores, and its setter. Nothing is stored before the user chooses, so that a page that is opened after a
 * logout leaves the storage empty.
 */
export function usePreference(key: string, otherwise: boolean) {
  const [chosen, choose] = useLocalStorage<boolean | undefined>({ key, getInitialValueInEffect: false })
  return [chosen ?? otherwise, choose] as const
}

/** On a narrow screen, such as a tablet or at a zoom of 200 %, the sidebar is a rail of icons until the user widens it. */
export function useSidebarNarrow() {
  const hasLittleRoom = useMediaQuery('(max-width: 1000px)', false, { getInitialValueInEffect: false })
  return usePreference('sidebarNarrow', hasLittleRoom)
}

/** Whether rows have their least height, which `base.css` defines. */
export const useDense = () => usePreference('dense', false)

/** The storage key of the choice whether single-key shortcuts are on. */
export const singleKeys = 'singleKeys'
/** Whether single-key shortcuts are on, which is the default. */
export const hasSingleKeys = () => localStorage.getItem(singleKeys) !== 'false'
