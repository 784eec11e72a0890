import { useMatch } from '@tanstack/react-router'

/** The user screens are reached by two addresses; their links stay under the one that was opened. */
export const useUsersPath = () =>
  useMatch({ strict: false, select: ({ pathname }) => pathname.split('/').slice(0, 3).join('/') })
