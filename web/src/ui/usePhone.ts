import { useMediaQuery } from '@mantine/hooks'

export function usePhone(): boolean {
  return useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
}
