import { useLocalStorage, useMediaQuery } from '@mantine/hooks'

/**
 * A choice that this browser keeps, and how to change it. Until somebody has chosen nothing is stored: a page that is
 * opened after a logout leaves the storage as empty as the logout did.
 */
export function usePreference(key: string, otherwise: boolean) {
  const [chosen, choose] = useLocalStorage<boolean | undefined>({ key, getInitialValueInEffect: false })
  return [chosen ?? otherwise, choose] as const
}

/** Where there is little room, as on a tablet or at twice the size, the sidebar is a rail of icons until somebody widens it. */
export function useSidebarNarrow() {
  const hasLittleRoom = useMediaQuery('(max-width: 1000px)', false, { getInitialValueInEffect: false })
  return usePreference('sidebarNarrow', hasLittleRoom)
}

/** Whether rows are as low as they can be: `base.css` has what that comes to. */
export const useDense = () => usePreference('dense', false)

/** Where it is stored whether shortcuts of a single key are wanted. */
export const singleKeys = 'singleKeys'
/** Whether shortcuts of a single key are on, as they are until somebody switches them off. */
export const hasSingleKeys = () => localStorage.getItem(singleKeys) !== 'false'
