import { entity } from '../kernel/entity.ts'

/** The people of a company. */
export const users = entity({
  module: 'User',
  path: '/admin/users',
  title: 'Users',
  create: 'New user',
  lists: ['users'],
  found: 'users',
  audited: {
    users: 'User',
    user_passwords: 'Password',
    second_factors: 'Second factor',
    profile_images: 'Picture',
    sessions: 'Session',
    user_roles: 'Role of a user',
  },
})
