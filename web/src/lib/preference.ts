import { useLocalStorage } from '@mantine/hooks'

/**
 * A choice that this browser keeps, and how to change it. Until somebody has chosen nothing is stored: a page that is
 * opened after a logout leaves the storage as empty as the logout did.
 */
export function usePreference(key: string, otherwise: boolean) {
  const [chosen, choose] = useLocalStorage<boolean | undefined>({ key, getInitialValueInEffect: false })
  return [chosen ?? otherwise, choose] as const
}

export const useSidebarNarrow = () => usePreference('sidebarNarrow', false)

/** Where it is stored whether shortcuts of a single key are wanted. */
export const singleKeys = 'singleKeys'
/** Whether shortcuts of a single key are on, as they are until somebody switches them off. */
export const hasSingleKeys = () => localStorage.getItem(singleKeys) !== 'false'
