package standin;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads the jar as a server does: the plugin's own classes from it, the server's from above, and those of other plugins
 * only where they are installed (PluginClassLoader of PaperMC/Paper 153752dfac15).
 */
final class PluginLoader extends URLClassLoader {
    private final String flavour;
    private final java.util.List<String> plugins;

    PluginLoader(URL jar, ClassLoader server, String flavour, java.util.List<String> plugins) {
        super(new URL[] {jar}, server);
        this.flavour = flavour;
        this.plugins = plugins;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (isAbsent(name)) throw new ClassNotFoundException(name);
        if (!name.startsWith("app.vitrine.")) return super.loadClass(name, resolve);
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : findClass(name);
        }
    }

    private boolean isAbsent(String name) {
        if (name.startsWith("net.luckperms.")) return !plugins.contains("LuckPerms");
        if (name.startsWith("net.milkbowl.")) return !plugins.contains("Vault");
        if (name.startsWith("io.papermc.paper.threadedregions.RegionizedServer")) return !flavour.equals("folia");
        boolean isPaper = name.startsWith("io.papermc.") || name.startsWith("net.kyori.");
        return isPaper && flavour.equals("spigot");
    }
}
