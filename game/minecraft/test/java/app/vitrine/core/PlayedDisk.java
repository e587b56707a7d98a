package app.vitrine.core;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A folder on a disk that can be slow, fail, and lose its power. A write reaches the system at once and the disk with the next
 * force. A force that fails drops what it should have written, and the next one says nothing of it: so Linux does for most file
 * systems (fsync(2), "subsequent calls may return success"). A name is on the disk when its folder was forced.
 */
final class PlayedDisk extends FileSystemProvider {
    private final FileSystemProvider real = FileSystems.getDefault().provider();
    private final FileSystem system = new PlayedSystem(this);
    /** Files by their names now, and by those that the disk knows. */
    private final Map<Path, PlayedFile> names = new HashMap<>();
    private final Map<Path, PlayedFile> keptNames = new HashMap<>();
    final Path folder;
    /** How long a force takes. */
    volatile long forceMs;
    /** How many forces fail, from now on. */
    final AtomicInteger failing = new AtomicInteger();
    /** Forces that have begun. */
    final AtomicInteger forces = new AtomicInteger();

    PlayedDisk(Path folder) {
        this.folder = wrap(folder);
    }

    /** What the disk has, as a folder of its own. */
    Path afterPowerCut() throws IOException {
        Path found = Files.createTempDirectory("vitrine-disk-");
        synchronized (names) {
            for (Map.Entry<Path, PlayedFile> one : keptNames.entrySet()) Files.write(found.resolve(one.getKey().getFileName()), one.getValue().onDisk());
        }
        return found;
    }

    void keepNames() {
        synchronized (names) {
            keptNames.clear();
            keptNames.putAll(names);
        }
    }

    private Path wrap(Path path) {
        return (Path) Proxy.newProxyInstance(PlayedDisk.class.getClassLoader(), new Class<?>[] {Path.class}, (self, method, args) -> {
            if (method.getName().equals("getFileSystem")) return system;
            Object[] plain = args == null ? new Object[0] : args.clone();
            for (int at = 0; at < plain.length; at += 1) if (plain[at] instanceof Path one) plain[at] = plain(one);
            try {
                Object answer = method.invoke(path, plain);
                return answer instanceof Path one ? wrap(one) : answer;
            } catch (InvocationTargetException problem) {
                throw problem.getCause();
            }
        });
    }

    private static Path plain(Path path) {
        return path.getFileSystem() instanceof PlayedSystem ? Path.of(path.toString()) : path;
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        Path plain = plain(path);
        FileChannel channel = real.newFileChannel(plain, options, attributes);
        if (Files.isDirectory(plain)) return new PlayedChannel(this, channel, null);
        synchronized (names) {
            return new PlayedChannel(this, channel, names.computeIfAbsent(plain, one -> new PlayedFile()));
        }
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
        real.move(plain(from), plain(to), options);
        synchronized (names) {
            names.put(plain(to), names.remove(plain(from)));
        }
    }

    @Override
    public SeekableByteChannel newByteChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return real.newByteChannel(plain(path), options, attributes);
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
        real.createDirectory(plain(path), attributes);
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) throws IOException {
        real.copy(plain(from), plain(to), options);
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        real.checkAccess(plain(path), modes);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options) throws IOException {
        return real.readAttributes(plain(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) throws IOException {
        return real.readAttributes(plain(path), names, options);
    }

    // The journal needs nothing of what follows.

    private static UnsupportedOperationException none() {
        return new UnsupportedOperationException();
    }

    @Override
    public String getScheme() {
        return "played";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
        throw none();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return system;
    }

    @Override
    public Path getPath(URI uri) {
        throw none();
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter) {
        throw none();
    }

    @Override
    public void delete(Path path) {
        throw none();
    }

    @Override
    public boolean isSameFile(Path one, Path other) {
        throw none();
    }

    @Override
    public boolean isHidden(Path path) {
        throw none();
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw none();
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        throw none();
    }

    @Override
    public void setAttribute(Path path, String name, Object value, LinkOption... options) {
        throw none();
    }

    /** One file: what the disk has of it, and the writes that it does not have. */
    static final class PlayedFile {
        private record Write(long at, byte[] bytes) {}

        private byte[] disk = new byte[0];
        private List<Write> waiting = new ArrayList<>();

        synchronized void write(long at, byte[] bytes) {
            waiting.add(new Write(at, bytes));
        }

        /** A file that ends at {@code at}: what a write of nothing says here. */
        synchronized void truncate(long at) {
            waiting.add(new Write(at, null));
        }

        /** What a force that begins now is about. */
        synchronized Runnable begin() {
            List<Write> taken = waiting;
            waiting = new ArrayList<>();
            return () -> taken.forEach(this::keep);
        }

        private synchronized void keep(Write one) {
            int end = (int) (one.bytes == null ? one.at : Math.max(disk.length, one.at + one.bytes.length));
            disk = Arrays.copyOf(disk, end);
            if (one.bytes != null) System.arraycopy(one.bytes, 0, disk, (int) one.at, one.bytes.length);
        }

        synchronized byte[] onDisk() {
            return disk.clone();
        }
    }
}
