//! The file operations of a save, one method each, so that tests can make any of them fail.

use std::fs::{self, File, Metadata, OpenOptions, Permissions, TryLockError};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// What a save asks of the system. Each method is one operation that may fail.
pub(crate) trait FileSystem {
    /// The metadata of the file that a path leads to.
    fn metadata(&self, path: &Path) -> io::Result<Metadata>;
    /// The metadata of a path itself, even if it is a link.
    fn link_metadata(&self, path: &Path) -> io::Result<Metadata>;
    /// The path without links.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;
    /// Opens a file to read, once no other run of this program has locked it.
    fn open_alone(&self, path: &Path) -> io::Result<File>;
    /// The content of an open file.
    fn read(&self, file: &File) -> io::Result<Vec<u8>>;
    /// Opens a device or pipe to write into.
    fn open_stream(&self, path: &Path) -> io::Result<File>;
    /// A new file without a name that only its owner may read. Not every system has them.
    fn unnamed(&self, folder: &Path) -> io::Result<File>;
    /// A new file that only its owner may read.
    fn named(&self, path: &Path) -> io::Result<File>;
    /// Writes bytes to a file.
    fn write(&self, file: &File, bytes: &[u8]) -> io::Result<()>;
    /// Gives a file the owner and the group of another.
    fn set_owner(&self, file: &File, like: &Metadata) -> io::Result<()>;
    /// Gives a file its permissions.
    fn set_permissions(&self, file: &File, permissions: Permissions) -> io::Result<()>;
    /// Waits until the content of a file is on the disk.
    fn sync(&self, file: &File) -> io::Result<()>;
    /// Gives a file without a name this path, which must be free.
    fn give_name(&self, file: &File, path: &Path) -> io::Result<()>;
    /// Moves a file to a path that must be free. Not every disk can.
    fn rename_new(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Moves a file, over another if there is one.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Deletes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Waits until the names in a folder are on the disk.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// The files of this machine.
pub(crate) struct Local;

impl FileSystem for Local {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        fs::metadata(path)
    }

    fn link_metadata(&self, path: &Path) -> io::Result<Metadata> {
        fs::symlink_metadata(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn open_alone(&self, path: &Path) -> io::Result<File> {
        let file = File::open(path)?;
        lock(&file)?;
        Ok(file)
    }

    fn read(&self, mut file: &File) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn open_stream(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().append(true).open(path)
    }

    #[cfg(target_os = "linux")]
    fn unnamed(&self, folder: &Path) -> io::Result<File> {
        use std::os::unix::fs::OpenOptionsExt;

        // Naming a file goes through this folder, which not every system has.
        fs::metadata("/proc/self/fd")?;
        let flags = rustix::fs::OFlags::TMPFILE.bits().cast_signed();
        let file = private().custom_flags(flags).open(folder)?;
        lock(&file)?;
        Ok(file)
    }

    #[cfg(not(target_os = "linux"))]
    fn unnamed(&self, _: &Path) -> io::Result<File> {
        Err(ErrorKind::Unsupported.into())
    }

    fn named(&self, path: &Path) -> io::Result<File> {
        let file = private().create_new(true).open(path)?;
        lock(&file).inspect_err(|_| drop(fs::remove_file(path)))?;
        // Another run may have removed it as a leftover before it was locked.
        fs::symlink_metadata(path)?;
        Ok(file)
    }

    fn write(&self, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    #[cfg(unix)]
    fn set_owner(&self, file: &File, like: &Metadata) -> io::Result<()> {
        use std::os::unix::fs::{MetadataExt, fchown};

        let now = file.metadata()?;
        if (now.uid(), now.gid()) == (like.uid(), like.gid()) {
            return Ok(());
        }
        fchown(file, Some(like.uid()), Some(like.gid()))
    }

    #[cfg(not(unix))]
    fn set_owner(&self, _: &File, _: &Metadata) -> io::Result<()> {
        Ok(())
    }

    fn set_permissions(&self, file: &File, permissions: Permissions) -> io::Result<()> {
        file.set_permissions(permissions)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    #[cfg(target_os = "linux")]
    fn give_name(&self, file: &File, path: &Path) -> io::Result<()> {
        use std::os::fd::AsRawFd;

        use rustix::fs::{AtFlags, CWD, linkat};

        let open = format!("/proc/self/fd/{}", file.as_raw_fd());
        Ok(linkat(CWD, open, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
    }

    #[cfg(not(target_os = "linux"))]
    fn give_name(&self, _: &File, _: &Path) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    #[cfg(any(target_os = "linux", target_os = "macos"))]
    fn rename_new(&self, from: &Path, to: &Path) -> io::Result<()> {
        use rustix::fs::{CWD, RenameFlags, renameat_with};

        Ok(renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE)?)
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    fn rename_new(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)?;
        let _ = fs::remove_file(from);
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    #[cfg(unix)]
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    // Windows cannot sync a folder.
    #[cfg(not(unix))]
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// Options for a file that only its owner may ever read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Locks a file until it is closed. Continues without a lock if locks are not supported.
pub(super) fn lock(file: &File) -> io::Result<()> {
    match file.lock() {
        Err(error) if error.kind() == ErrorKind::Unsupported => Ok(()),
        outcome => outcome,
    }
}

/// Whether no program has locked a file, so the program that made it has ended.
pub(super) fn is_abandoned(file: &File) -> bool {
    match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
    }
}

/// Sixteen digits that nobody can guess.
pub(super) fn random_digits() -> String {
    format!("{:016x}", RandomState::new().build_hasher().finish())
}

/// Whether a name is `before`, sixteen random digits and `after`.
pub(super) fn is_random_name(name: &str, before: &str, after: &str) -> bool {
    let digits = name.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    digits.is_some_and(|digits| digits.len() == 16 && digits.bytes().all(is_digit))
}
